/** How many webhooks there may be. */
export const MAX_ENDPOINTS = 10
