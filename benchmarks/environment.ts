import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'

/** Where figures were measured, and with what. */
export interface Environment {
  readonly node: string
  readonly platform: string
  readonly cpu: string
  readonly cores: number
  readonly memoryGb: number
  /** The commit of the project; `changed` where files differ from it; null outside a repository. */
  readonly commit: { readonly id: string; readonly changed: boolean } | null
  readonly versions: Readonly<Record<string, string | null>>
}

export function environment(packages: readonly string[]): Environment {
  const processors = cpus()
  return {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpu: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    commit: commit(),
    versions: Object.fromEntries(packages.map((name) => [name, version(name)])),
  }
}

const root = new URL('../', import.meta.url)

/** The version of a package as installed here; null where it is not. */
export function version(name: string): string | null {
  const own = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { name: string; version: string }
  if (name === own.name) return own.version
  try {
    const manifest = readFileSync(new URL(`node_modules/${name}/package.json`, root), 'utf8')
    return (JSON.parse(manifest) as { version: string }).version
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function commit(): Environment['commit'] {
  const git = (...args: string[]): string =>
    execFileSync('git', ['--no-optional-locks', ...args], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  try {
    return { id: git('rev-parse', 'HEAD'), changed: git('status', '--porcelain', '--', 'src', 'package.json') !== '' }
  } catch {
    // Not a repository, or one without a commit.
    return null
  }
}
