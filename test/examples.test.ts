import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

// Inside the package, so that the examples find it by its own name.
const folder = mkdtempSync(join(root, 'test', '.examples-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The programs of a page, each with the output that the page shows for it. */
function examples(page: string): { readonly code: string; readonly shown: string | undefined }[] {
  const text = readFileSync(join(root, page), 'utf8')
  return [...text.matchAll(/```js\n(.*?)```\n(?:\n```text\n(.*?)```)?/gs)].map(([, code, shown]) => ({ code, shown }))
}

describe.each(pages.filter((page) => examples(page).length > 0))('%s', (page) => {
  it.each(examples(page).map((example, index) => ({ ...example, index })))(
    'example $index prints what the page shows',
    ({ code, shown, index }) => {
      const file = join(folder, `${page.replace(/\W/g, '-')}-${index}.mjs`)
      writeFileSync(file, code)
      const printed = execFileSync(process.execPath, [file], { cwd: root, encoding: 'utf8' })
      if (shown !== undefined) expect(printed).toBe(shown)
    },
  )
})
