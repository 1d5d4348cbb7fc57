import { and, asc, eq, gt, isNotNull } from 'drizzle-orm'
import { sessions } from '#server/platform/db/schema.ts'
import { decryptRefreshToken, encryptRefreshToken } from '#server/features/auth/refresh-tokens.ts'
import { encryptedTable, ROWS_AT_ONCE } from './encrypted-table.ts'

/** Refresh tokens of sessions that began at a provider. */
export const refreshTokensTable = encryptedTable({
  what: 'refresh tokens',
  some: async (tx, after) => {
    const rows = await tx
      .select({ id: sessions.id, value: sessions.refreshToken })
      .from(sessions)
      .where(and(isNotNull(sessions.refreshToken), after === null ? undefined : gt(sessions.id, after)))
      .orderBy(asc(sessions.id))
      .limit(ROWS_AT_ONCE)
      .for('update')
    return rows.flatMap(({ id, value }) => (value === null ? [] : { id, value }))
  },
  texts: (token) => [token],
  reencrypt: (keyring, id, token) =>
    encryptRefreshToken(keyring, id, decryptRefreshToken(keyring, id, token)),
  write: (tx, id, refreshToken) => tx.update(sessions).set({ refreshToken }).where(eq(sessions.id, id)),
})
