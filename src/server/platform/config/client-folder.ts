import { productFile } from '#server/platform/product-file.ts'

/** The folder of the built client, served as static files. */
export const clientFolder = productFile('dist/client')
