import { productFile } from '#base/server/product-file.ts'

/** The folder of the built client, served as static files. */
export const clientFolder = productFile('dist/client')
