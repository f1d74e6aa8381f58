// The component is built once, so every test of it is in this file.
import "./generated.ts"
import "./golden.ts"
import "./hostile.ts"
import "./page.ts"
