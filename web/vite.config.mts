import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** `vite` and `vite preview` proxy the API to this service. */
const api = process.env.ASSAY_URL ?? 'http://127.0.0.1:3000';
const proxy = { '/v1': api, '/docs': api, '/openapi.json': api };

/** Loads the font together with the scripts, as its style sheet would name it only later. Its license goes with it. */
const shipFont: Plugin = {
  name: 'ship-font',
  generateBundle() {
    const license = new URL(import.meta.resolve('@fontsource-variable/inter/LICENSE'));
    this.emitFile({ type: 'asset', fileName: 'assets/inter-license.txt', source: readFileSync(license) });
  },
  transformIndexHtml: (_html, { bundle = {} }) =>
    Object.keys(bundle)
      .filter((name) => name.endsWith('.woff2'))
      .map((name) => ({
        tag: 'link',
        attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: true },
        injectTo: 'head',
      })),
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), shipFont],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The content security policy allows only files of this origin, so nothing is inlined as a data: URL.
    assetsInlineLimit: 0,
    target: 'es2022',
    chunkSizeWarningLimit: 600,
  },
  server: { host: '127.0.0.1', proxy },
  preview: { host: '127.0.0.1', proxy },
});
