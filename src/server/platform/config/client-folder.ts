import { productFile } from '#server/platform/product-file.ts'

/** The folder of the built client, whose files are served as they are. */
export const clientFolder = productFile('dist/client')
