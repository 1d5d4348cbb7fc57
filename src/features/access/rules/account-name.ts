/** The name of an account: its owner's full name, or the username where there is none. */
export function accountName({
  fullName,
  username,
}: Readonly<{ fullName: string | null; username: string }>): string {
  return fullName || username
}
