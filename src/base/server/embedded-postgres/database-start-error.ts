/** The embedded database cannot run; the message says why and what to do. */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError'
}

/** Converts system errors about the data folder to plain messages; others are unchanged. */
export function asStartError(error: unknown, dataDir: string): unknown {
  if (error instanceof DatabaseStartError || !(error instanceof Error) || !('code' in error)) return error
  const reason = REASONS[String(error.code)]
  if (reason === undefined) return error
  return new DatabaseStartError(`The data folder ${dataDir} cannot be used: ${reason} (${error.message}).`)
}

const REASONS: Partial<Record<string, string>> = {
  EACCES: 'this user may not read or write in it. Set DATA_DIR to another folder, or start as its owner',
  EPERM: 'this user may not change it. Set DATA_DIR to another folder, or start as its owner',
  EROFS: 'the file system is read-only. Set DATA_DIR to another folder',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is a file. Set DATA_DIR to another folder',
  EEXIST: 'there is a file of that name. Set DATA_DIR to another folder',
}
