// Encrypts one secret with AES in GCM mode, with a key of 256 bits. The name of the secret and the id of the key are authenticated too, so that no
// value can be put under another name.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { SECRET_KEY_PATTERN, type SecretName } from '../../../domain/ports/secrets.js'

export interface SecretKey {
  readonly id: string
  readonly bytes: Buffer
}

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const ID_LENGTH = 16

/** The id is a hash of the key, so that the same key has the same id wherever it is kept. */
const keyOf = (bytes: Buffer): SecretKey => ({
  id: createHash('sha256').update('headcount secret key ').update(bytes).digest('hex').slice(0, ID_LENGTH),
  bytes,
})

export const createSecretKey = (): SecretKey => keyOf(randomBytes(KEY_BYTES))

/** Undefined if the text is not 32 bytes as hexadecimal digits or base64. */
export function parseSecretKey(text: string): SecretKey | undefined {
  if (!SECRET_KEY_PATTERN.test(text)) return undefined
  return keyOf(Buffer.from(text, text.length === 2 * KEY_BYTES ? 'hex' : 'base64'))
}

export const secretKeyText = ({ bytes }: SecretKey): string => bytes.toString('base64')

const contextOf = (key: SecretKey, name: SecretName): Buffer => Buffer.from(`${key.id} ${name}`)

export function sealSecret(key: SecretKey, name: SecretName, value: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key.bytes, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(contextOf(key, name))
  const text = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** Undefined where the value was changed, or was encrypted under another name or with another key. */
export function openSecret(key: SecretKey, name: SecretName, sealed: Buffer): string | undefined {
  const textFrom = NONCE_BYTES + TAG_BYTES
  if (sealed.length < textFrom) return undefined
  const decipher = createDecipheriv(ALGORITHM, key.bytes, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(contextOf(key, name))
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, textFrom))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(textFrom)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
