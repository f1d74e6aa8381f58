/** Names that every folder has: one of them elsewhere is another file, not the same one moved. */
export const everywhere = /^(?:readme|index|changelog|license|skill|agents|claude|contributing)(?:\.[^.]*)?$/iu
