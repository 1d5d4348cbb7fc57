import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'

const SERVER = 'http://127.0.0.1:3000'
const SERVER_PATHS = ['/api', '/objects', '/fais-documents', '/healthz']

/** Entry modules of each audience. */
const ENTRIES = {
  signIn: /\/client\/index\.html$/u,
  everyone: /\/client\/(?:with-cache|idle\/idle-warning|ui\/toaster)\.tsx$/u,
  client: /\/wizard\/client\/(?:shell\/wizard-page|steps\/personal-step)\.tsx$/u,
  clientLater: /\/wizard\/client\/(?:steps|review)\/[a-z-]+-step\.tsx$/u,
  staff: /\/client\/(?:[a-z-]+-dashboard|system-admin\/system-admin)-page\.tsx$/u,
}
type Audience = keyof typeof ENTRIES

/**
 * The files that modules are put into; the first match wins. By default shared modules become 170 files, and the sign-in page's
 * script grows by 3 kB and imports its parts in several round trips.
 */
const FILES: readonly { name: string; holds: (neededBy: (audience: Audience) => boolean) => boolean }[] = [
  { name: 'first', holds: (neededBy) => neededBy('signIn') },
  { name: 'pages', holds: (neededBy) => neededBy('everyone') || (neededBy('client') && neededBy('staff')) },
  // A client's first screen, fetched while they sign in.
  { name: 'wizard', holds: (neededBy) => neededBy('client') },
  { name: 'steps', holds: (neededBy) => neededBy('clientLater') },
]

/** The modules that each audience imports, directly or indirectly. Known when chunks are cut. */
const needs = new Map<Audience, Set<string>>()

function findNeeds(): Plugin {
  return {
    name: 'find-needs',
    apply: 'build',
    buildEnd() {
      for (const audience of Object.keys(ENTRIES) as Audience[]) {
        const found = new Set([...this.getModuleIds()].filter((id) => ENTRIES[audience].test(id)))
        for (const id of found)
          for (const imported of this.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
        needs.set(audience, found)
      }
    },
  }
}

/** Declarations of web fonts; the system fonts that replace them until they are loaded have no URL. */
const FETCHED_FONTS = /@font-face\{[^}]*url\([^}]*\}/gu
/** Rules for paper, with up to two levels of braces within: the stylesheet applies when a page is printed. */
const PRINT_RULES = /@media print\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/gu
/** Rules for screens of staff (staff.css), with up to three levels of braces within. */
const STAFF_RULES = /@layer staff\{(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*\}/gu
const STYLESHEET = /<link rel="stylesheet"/u

/**
 * Emits `sign-in.html` beside `index.html`: the same page with its styles inline, so that it is painted without a second round
 * trip, in system fonts. The stylesheet, which brings the web fonts, does not block rendering; the script applies it. The server
 * fills both pages (src/app/client/prerender).
 */
function signInTemplate(): Plugin {
  return {
    name: 'sign-in-template',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const textOf = (ending: string) => {
          const asset = Object.values(bundle).find(({ fileName }) => fileName.endsWith(ending))
          if (asset?.type !== 'asset') return this.error(`The build has no ${ending}`)
          return String(asset.source)
        }
        const later = [FETCHED_FONTS, STAFF_RULES, PRINT_RULES]
        const styles = later.reduce((text, rules) => text.replaceAll(rules, ''), textOf('.css')).trim()
        const source = textOf('index.html').replace(
          STYLESHEET,
          (link) => `<style>${styles}</style>\n    ${link} media="print"`,
        )
        this.emitFile({ type: 'asset', fileName: 'sign-in.html', source })
      },
    },
  }
}

const PDFJS = fileURLToPath(new URL('node_modules/pdfjs-dist/', import.meta.url))
/** Our forms are not run, and every browser that we support has WebAssembly. */
const UNUSED_PDFJS = /quickjs|nowasm/iu

/** The files that pdf.js fetches by name: its worker, decoders, character maps, colour profiles and standard fonts. */
function pdfjsFiles(): [name: string, file: string][] {
  const files = ['cmaps', 'standard_fonts', 'wasm', 'iccs'].flatMap((folder) =>
    readdirSync(path.join(PDFJS, folder)).map((name) => `${folder}/${name}`),
  )
  return [
    ['pdf.worker.min.mjs', path.join(PDFJS, 'build/pdf.worker.min.mjs')],
    ...files
      .filter((name) => !UNUSED_PDFJS.test(name))
      .map((name): [string, string] => [name, path.join(PDFJS, name)]),
  ]
}

/** Copies the files of pdf.js into a folder that is named after its version. */
function copyPdfjs(): Plugin {
  const { version } = JSON.parse(readFileSync(path.join(PDFJS, 'package.json'), 'utf8')) as {
    version: string
  }
  return {
    name: 'copy-pdfjs',
    configureServer({ middlewares }) {
      const files = new Map(pdfjsFiles())
      middlewares.use('/pdfjs/', (request, response, next) => {
        const file = files.get(request.url?.split('?')[0]?.slice(1) ?? '')
        if (file === undefined) return next()
        if (file.endsWith('.mjs')) response.setHeader('content-type', 'text/javascript')
        response.end(readFileSync(file))
      })
    },
    generateBundle() {
      for (const [name, file] of pdfjsFiles()) {
        const source = readFileSync(file)
        this.emitFile({ type: 'asset', fileName: `assets/pdfjs-${version}/${name}`, source })
      }
    },
  }
}

const client: UserConfig = {
  plugins: [react(), tailwindcss(), findNeeds(), signInTemplate(), copyPdfjs()],
  build: {
    outDir: '../../../dist/client',
    emptyOutDir: true,
    // The content security policy allows neither data: fonts nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: false,
    cssCodeSplit: false,
    // scripts/budgets.mjs limits sizes.
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: FILES.map(({ name, holds }) => ({
            name,
            test: (id) => holds((audience) => needs.get(audience)?.has(id) === true),
          })),
        },
      },
    },
  },
}

/** Leaves out code that is loaded later: the renderer writes the first page only. */
function leaveOutLaterParts(): Plugin {
  return {
    name: 'leave-out-later-parts',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id, _importer, { kind }) => (kind === 'dynamic-import' ? { id, external: true } : undefined),
  }
}

/** Renders the pages of one firm: a single file for the server, without dependencies. */
const renderer: UserConfig = {
  plugins: [react(), leaveOutLaterParts()],
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    outDir: '../../../dist/prerender',
    emptyOutDir: true,
    minify: true,
    copyPublicDir: false,
    rolldownOptions: { output: { codeSplitting: false } },
  },
}

/** `vite build` builds the client, `vite build --ssr app/prerender/render-documents.tsx` the renderer. */
export default defineConfig(({ isSsrBuild }) => ({
  ...(isSsrBuild ? renderer : client),
  root: 'src/app/client',
  resolve: {
    alias: [
      {
        find: /^zod$/u,
        replacement: fileURLToPath(new URL('src/base/client/lib/zod.ts', import.meta.url)),
      },
    ],
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      // Keeps the browser's Host: the server compares it with Origin.
      SERVER_PATHS.map((address) => [address, { target: SERVER, changeOrigin: false }]),
    ),
  },
}))
