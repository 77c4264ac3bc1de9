import { readdir, stat } from 'node:fs/promises'

/** The endings that are read inside a folder. */
export const TEXT_ENDINGS = ['.txt', '.text', '.md', '.markdown'] as const

const MARKDOWN = /\.(?:md|markdown)$/i
const TEXT = new RegExp(`(?:${TEXT_ENDINGS.map((ending) => `\\${ending}`).join('|')})$`, 'i')

/** The media type that a file's ending stands for. */
export function mediaTypeOf(path: string): string {
  return MARKDOWN.test(path) ? 'text/markdown' : 'text/plain'
}

/** A file found, or what could not be looked into. */
export type Found = { readonly path: string; readonly error?: unknown }

/**
 * The text files below a folder in code-unit order of their paths. Names that begin with a dot and links to folders are
 * passed over, so that no link can lead round in a circle.
 */
export async function* walk(folder: string): AsyncGenerator<Found> {
  let entries: Awaited<ReturnType<typeof entriesOf>>
  try {
    entries = await entriesOf(folder)
  } catch (error) {
    yield { path: folder, error }
    return
  }
  for (const { path, isFolder } of entries) {
    if (isFolder) yield* walk(path)
    else yield { path }
  }
}

async function entriesOf(folder: string): Promise<{ readonly path: string; readonly isFolder: boolean }[]> {
  const entries: { path: string; isFolder: boolean }[] = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue
    const path = `${folder.replace(/\/$/, '')}/${entry.name}`
    if (entry.isDirectory()) entries.push({ path, isFolder: true })
    else if (TEXT.test(entry.name) && (entry.isFile() || (entry.isSymbolicLink() && !(await isFolder(path))))) {
      entries.push({ path, isFolder: false })
    }
  }
  // A folder sorts by its path with the slash, which is how the paths below it begin.
  const key = ({ path, isFolder }: { path: string; isFolder: boolean }): string => (isFolder ? `${path}/` : path)
  return entries.sort((a, b) => (key(a) < key(b) ? -1 : 1))
}

/** Whether a link leads to a folder; one that leads nowhere does not, and reading it will tell. */
async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    return false
  }
}
