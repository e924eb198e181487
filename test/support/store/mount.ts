// Mounts small file systems in memory, for tests of real disks; only root may do that.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const mount = (folder: string, size: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]).status === 0

export function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'headcount-mount-'))
  const isMounted = mount(folder, '1m')
  if (isMounted) spawnSync('umount', [folder])
  rmSync(folder, { recursive: true })
  return isMounted
}

/** `size` as mount takes it, for example `2m`. Returns a function that unmounts it. */
export function mountTmpfs(folder: string, size: string): () => void {
  if (!mount(folder, size)) throw new Error(`${folder} could not be mounted.`)
  return () => void spawnSync('umount', [folder])
}

/** `options` as mount takes them, for example `ro`. */
export const remount = (folder: string, options: string): void =>
  void execFileSync('mount', ['-o', `remount,${options}`, folder])

/** A file or a folder appears at `target` as well. Returns a function that ends that. */
export function mountAgain(source: string, target: string): () => void {
  execFileSync('mount', ['--bind', source, target])
  return () => void spawnSync('umount', [target])
}
