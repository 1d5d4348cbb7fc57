import { fileURLToPath } from 'node:url'

/** The folder of the built client, whose files are served as they are. */
export const clientFolder = fileURLToPath(new URL('../../../dist/client', import.meta.url))
