/** A provider's refresh token, with which it is asked whether a session's user is still welcome. */
export interface RefreshToken {
  token: string
  /** When the provider is asked next. */
  checkAt: Date
}
