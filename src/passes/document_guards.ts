import type { MarkdownDocument } from "../core/markdown/markdown_document.ts"
import type { Guard } from "./guard.ts"

const template = /(?:^|[\/._-])templates?\/|(?:^|[\/._-])template\.[a-z]+$|(?:^|\/)(?:N{3,}|X{3,})[-_.]/iu
const testData = /(?:^|\/)(?:fixtures?|__fixtures__|testdata|test-data|__snapshots__)\//u
const foreign = /(?:^|\/)(?:vendor|third_party|third-party|node_modules|bower_components)\//u

/** Documents whose links and paths are not about the repository that holds them. */
export const ofDocument: readonly Guard<{ readonly document: Pick<MarkdownDocument, "path"> }>[] = [
  {
    why: "template: its links are meant for the files that are made from it",
    fires: ({ document }) => template.test(document.path),
  },
  { why: "test data: a link in it may be dead on purpose", fires: ({ document }) => testData.test(document.path) },
  { why: "someone else's file: it is kept here as it came", fires: ({ document }) => foreign.test(document.path) },
]

/** What configures a site generator: in a folder that holds one, documents are a site's pages. */
export const siteConfigurations = [
  "mkdocs.yml",
  "mkdocs.yaml",
  "docusaurus.config.js",
  "docusaurus.config.ts",
  "docusaurus.config.mjs",
  "_config.yml",
  "book.toml",
  "conf.py",
  "hugo.toml",
  "hugo.yaml",
  "astro.config.mjs",
  "astro.config.ts",
  "antora.yml",
  "_toc.yml",
  "mint.json",
  "gatsby-config.js",
  "eleventy.config.js",
  ".eleventy.js",
  ".vitepress",
  ".vuepress",
] as const
