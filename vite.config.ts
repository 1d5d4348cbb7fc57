import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const SERVER = 'http://127.0.0.1:3000'
const SERVER_PATHS = ['/api', '/objects', '/fais-documents', '/healthz']

/** The fonts that the first paint uses: the Latin part of the serif and of the sans. */
const FIRST_FONTS = /(newsreader|source-sans-3)-latin-wght-normal.*\.woff2$/

/** Lets the browser fetch the first fonts together with the styles instead of after them. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => FIRST_FONTS.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head',
          })),
    },
  }
}

/** What the first page cannot do without: whatever its entry imports, at any depth. Known when chunks are cut. */
const firstModules = new Set<string>()

function findFirstModules(): Plugin {
  return {
    name: 'find-first-modules',
    apply: 'build',
    buildEnd() {
      const take = (id: string) => {
        if (firstModules.has(id)) return
        firstModules.add(id)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) take(imported)
      }
      for (const id of this.getModuleIds()) if (this.getModuleInfo(id)?.isEntry) take(id)
    },
  }
}

/**
 * Lets a dynamic import be a plain one. Vite's own also asks for the styles and the imports of a later page; ours
 * have no styles of their own and are fetched ahead, so that the helper is only weight on the first page.
 */
function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined,
  }
}

export default defineConfig({
  root: 'src/client',
  plugins: [react(), tailwindcss(), preloadFonts(), findFirstModules(), plainImports()],
  resolve: {
    // The router's stand-in for a hook that React has had since version 18.
    alias: { 'use-sync-external-store/shim/index.js': 'react' },
  },
  build: {
    outDir: '../../dist/client',
    emptyOutDir: true,
    // The content security policy allows neither data: fonts nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: false,
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // One file for the first page: it compresses better, and torn apart it would be a dozen.
          groups: [{ name: 'first', test: (id) => firstModules.has(id) }],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      // The Host that the browser sent goes on: the server compares it with Origin.
      SERVER_PATHS.map((path) => [path, { target: SERVER, changeOrigin: false }]),
    ),
  },
})
