import { config } from 'zod/v4'

/**
 * What our pages know as `zod` (vite.config.ts). It tries otherwise whether it may make functions from text: our content
 * security policy forbids that, and browsers report the attempt.
 */
config({ jitless: true })

export { z } from 'zod/v4'
