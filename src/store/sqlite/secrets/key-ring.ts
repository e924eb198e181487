// The keys of the secrets: SECRET_KEY, or a file beside the database that only its user can read. The file has one key
// in each line; the first one encrypts, and all of them decrypt. It has two keys only while a rotation is not finished.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { rejection } from '../../../domain/error.js'
import { createSecretKey, parseSecretKey, type SecretKey, secretKeyText } from '../../values/secrets/cipher.js'
import type { FileKeyRing } from '../../values/secrets/rotate-key.js'
import { codeOf, giveToOwner, linkFile, syncFile, syncFolderOf } from '../upkeep/durable-files.js'

/** The values of SECRET_KEY and SECRET_KEY_FORMER; both were checked by the configuration. */
export interface SecretKeyTexts {
  readonly current?: string | undefined
  readonly former?: string | undefined
}

const PRIVATE_FILE_MODE = 0o600
const COMMENT = '# The key of the secrets in the database of Headcount. Keep a copy of it apart from the backups.'

/** `data/headcount.key` for `data/headcount.db`. */
export const keyFileOf = (databaseFile: string): string => `${databaseFile.replace(/\.db$/, '')}.key`

/** `databaseFile`: whose owner the file of the keys gets where root makes it. */
export function openKeyRing(file: string, { current, former }: SecretKeyTexts, databaseFile?: string): FileKeyRing {
  const [currentKey, formerKey] = [current, former].map((text) =>
    text === undefined ? undefined : parseSecretKey(text),
  )
  const inFile = (): readonly SecretKey[] => (existsSync(file) ? readKeys(file) : [])
  const variables = [currentKey, formerKey].filter((key) => key !== undefined)
  return {
    source: () => (currentKey ? { kind: 'variable' } : { kind: 'file', file, exists: existsSync(file) }),
    current: () => currentKey ?? inFile()[0],
    inFile,
    find: (id) => variables.find((key) => key.id === id) ?? inFile().find((key) => key.id === id),
    create: () => createKeyFile(file, databaseFile),
    replace: (keys) => replaceKeyFile(file, keys, databaseFile),
  }
}

function readKeys(file: string): readonly SecretKey[] {
  const lines = readFileSync(file, 'utf8').split(/\r?\n/)
  const texts = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
  const keys = texts.map(parseSecretKey).filter((key) => key !== undefined)
  if (keys.length > 0 && keys.length === texts.length) return keys
  throw rejection('NOT_CONFIGURED', { name: 'key file malformed', facts: { file } })
}

const contentOf = (keys: readonly SecretKey[]): string => `${[COMMENT, ...keys.map(secretKeyText)].join('\n')}\n`

/** The file gets its name when it is complete, and never replaces another: an empty one would be malformed. */
function createKeyFile(file: string, like: string | undefined): SecretKey {
  const key = createSecretKey()
  const draft = writeDraft(file, [key], like)
  try {
    linkFile(draft, file)
    syncFolderOf(file)
    return key
  } catch (error) {
    const [existing] = codeOf(error) === 'EEXIST' ? readKeys(file) : []
    if (existing) return existing
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function replaceKeyFile(file: string, keys: readonly SecretKey[], like: string | undefined): void {
  renameSync(writeDraft(file, keys, like), file)
  syncFolderOf(file)
}

function writeDraft(file: string, keys: readonly SecretKey[], like: string | undefined): string {
  const draft = `${file}.new`
  rmSync(draft, { force: true })
  writeFileSync(draft, contentOf(keys), { flag: 'wx', mode: PRIVATE_FILE_MODE })
  giveToOwner(draft, like)
  syncFile(draft)
  return draft
}
