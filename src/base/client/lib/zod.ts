import { config } from 'zod/v4'

/**
 * Replaces `zod` in the client (vite.config.ts). By default it tests `new Function`, which violates the content
 * security policy and is reported.
 */
config({ jitless: true })

export { z } from 'zod/v4'
