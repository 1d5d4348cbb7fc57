import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'

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

/** Where what somebody needs begins. */
const BEGINNINGS = {
  signIn: /\/client\/index\.html$/u,
  anybody: /\/client\/(?:auth\/(?:with-cache|idle\/idle-warning)|ui\/toaster)\.tsx$/u,
  client: /\/wizard\/(?:shell\/wizard-page|steps\/personal-step)\.tsx$/u,
  clientLater: /\/wizard\/(?:steps|review)\/[a-z-]+-step\.tsx$/u,
  staff: /\/client\/(?:desk\/[a-z-]+-dashboard|system-admin\/system-admin)-page\.tsx$/u,
}
type Who = keyof typeof BEGINNINGS

/**
 * The files that code is put into, by who needs it; the first that fits. Torn into the dozens of files that go by nothing
 * but what is common, it would compress worse, and each of them costs a slow line a journey of its own.
 */
const FILES: readonly { name: string; holds: (id: string, neededBy: (who: Who) => boolean) => boolean }[] = [
  { name: 'first', holds: (_, neededBy) => neededBy('signIn') },
  {
    name: 'pages',
    holds: (_, neededBy) => neededBy('anybody') || (neededBy('client') && neededBy('staff')),
  },
  // A client's first screen, which is fetched while they sign in.
  { name: 'wizard', holds: (_, neededBy) => neededBy('client') },
  { name: 'steps', holds: (_, neededBy) => neededBy('clientLater') },
]

/** Who needs a module, because of what imports it at any depth. Known when chunks are cut. */
const needs = new Map<Who, Set<string>>()

function findNeeds(): Plugin {
  return {
    name: 'find-needs',
    apply: 'build',
    buildEnd() {
      for (const who of Object.keys(BEGINNINGS) as Who[]) {
        const found = new Set([...this.getModuleIds()].filter((id) => BEGINNINGS[who].test(id)))
        for (const id of found)
          for (const imported of this.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
        needs.set(who, found)
      }
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

/** Files of code that come while nobody waits for them, and are drawn from at once when somebody does. */
const COMPILED_AHEAD: ReadonlySet<string> = new Set(['steps'])

/**
 * Lets the browser compile every function of a file as it comes, in a thread of its own (Chromium does). Otherwise it compiles each
 * when it is first called: as the step is drawn that somebody waits for.
 */
function compileAhead(): Plugin {
  return {
    name: 'compile-ahead',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && COMPILED_AHEAD.has(file.name)) {
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
        }
      }
    },
  }
}

/** Fonts that are fetched; those of the system that stand in for them have no address. */
const FETCHED_FONTS = /@font-face\{[^}]*url\([^}]*\}/gu
const FONT_PRELOADS = /\s*<link rel="preload" as="font"[^>]*>/gu
const STYLESHEET = /<link rel="stylesheet"/u

/**
 * Leaves `sign-in.html` beside `index.html`: the same page with its styles inside, so that it is painted as soon as it
 * is here, in fonts of the system. The stylesheet, which brings the fonts, is fetched without anything waiting for it,
 * and applied by the script. The server fills both pages (src/client/prerender).
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
        const styles = textOf('.css').replaceAll(FETCHED_FONTS, '').trim()
        const source = textOf('index.html')
          .replaceAll(FONT_PRELOADS, '')
          .replace(STYLESHEET, (link) => `<style>${styles}</style>\n    ${link} media="print"`)
        this.emitFile({ type: 'asset', fileName: 'sign-in.html', source })
      },
    },
  }
}

const client: UserConfig = {
  plugins: [
    react(),
    tailwindcss(),
    preloadFonts(),
    findNeeds(),
    plainImports(),
    noPatterns(),
    compileAhead(),
    signInTemplate(),
  ],
  build: {
    outDir: '../../dist/client',
    emptyOutDir: true,
    // The content security policy allows neither data: fonts nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: false,
    cssCodeSplit: false,
    // What may be how large is said by scripts/budgets.mjs.
    chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: FILES.map(({ name, holds }) => ({
            name,
            test: (id) => holds(id, (who) => needs.get(who)?.has(id) === true),
          })),
        },
      },
    },
  },
}

/** Leaves out what would be fetched later: the renderer writes what is there from the beginning. */
function leaveOutLaterParts(): Plugin {
  return {
    name: 'leave-out-later-parts',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id, _importer, { kind }) => (kind === 'dynamic-import' ? { id, external: true } : undefined),
  }
}

/** The router brings a parser of patterns along; our addresses have none, and are compared as they are. */
function noPatterns(): Plugin {
  return {
    name: 'no-patterns',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      /[\\/]regexparam[\\/]/u.test(id)
        ? `export const parse = () => { throw new Error('Addresses have no patterns (paths.ts)') }`
        : undefined,
  }
}

/** What writes the pages for one firm: a single file for the server, with everything that it needs inside. */
const renderer: UserConfig = {
  plugins: [react(), leaveOutLaterParts()],
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    outDir: '../../dist/prerender',
    emptyOutDir: true,
    minify: true,
    copyPublicDir: false,
    rolldownOptions: { output: { codeSplitting: false } },
  },
}

/** `vite build` builds the client, `vite build --ssr prerender/render-documents.tsx` the renderer. */
export default defineConfig(({ isSsrBuild }) => ({
  ...(isSsrBuild ? renderer : client),
  root: 'src/client',
  resolve: {
    alias: [
      // The router's stand-in for a hook that React has had since version 18.
      { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
      { find: /^zod$/u, replacement: fileURLToPath(new URL('src/client/lib/zod.ts', import.meta.url)) },
    ],
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      // The Host that the browser sent goes on: the server compares it with Origin.
      SERVER_PATHS.map((path) => [path, { target: SERVER, changeOrigin: false }]),
    ),
  },
}))
