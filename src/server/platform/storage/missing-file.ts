/** Whether an error of the file system says that there is no such file or folder. */
export function isFileMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
