import type { Context } from '#base/server/context.ts'
import { appendAnchor, newestAnchor } from './anchors.ts'
import { openChainKeys } from './chain-keys.ts'
import { storeFinding } from './check-chain.ts'
import { endOfChain } from './chain-proof.ts'
import { sendAnchors } from './send-anchors.ts'

/**
 * Verifies the end of the chain and stores its newest link as an anchor. Every server does so each minute, whichever
 * one extends the chain (docs/decisions/0038).
 *
 * @returns whether the end is unchanged
 */
export async function anchorChain(context: Context): Promise<boolean> {
  const { database, keyring, settings, now } = context
  const chainKeys = await openChainKeys(database.db, keyring)
  const { newest, altered } = await endOfChain(database.db, settings, chainKeys)
  if (altered !== null) {
    await storeFinding(context, 'anchor', { sound: false, ...altered })
    return false
  }
  const anchor = await newestAnchor(settings.dataDir)
  if (newest !== null && newest.eventId > (anchor?.eventId ?? -Infinity))
    await appendAnchor(settings.dataDir, newest, now())
  await sendAnchors(context)
  return true
}
