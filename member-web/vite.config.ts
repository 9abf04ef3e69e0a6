import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { brotli } from './build/brotli.ts';
import { ariaLocales, SOURCES } from './build/common.ts';
import { serviceWorker } from './build/service-worker.ts';
import { TARGETS } from './build/targets.ts';

const backend = process.env.HEARTH_WEB ?? 'http://127.0.0.1:8080';
const stream = process.env.HEARTH_LIVE_PORT ? `http://127.0.0.1:${process.env.HEARTH_LIVE_PORT}` : backend;

const MODELS = ['src/**/model/*.test.ts'];

export default defineConfig({
  base: '/',
  plugins: [react(), ariaLocales(), serviceWorker(TARGETS), brotli()],
  resolve: { alias: [SOURCES] },
  server: {
    host: '127.0.0.1',
    // The Host header is kept, because the backend chooses the site by it.
    proxy: {
      '/api': { target: backend, changeOrigin: false },
      '/media': { target: backend, changeOrigin: false },
      '/live': { target: stream, changeOrigin: false },
    },
  },
  build: {
    outDir: 'dist',
    manifest: true,
    // The content security policy forbids inlined data, and older members' phones still run 2022 browsers.
    assetsInlineLimit: 0,
    target: TARGETS,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'src/after-paint.ts'],
      output: {
        // Pages keep their names; what they share is imported so often that its names would weigh kilobytes.
        chunkFileNames: ({ isDynamicEntry }) => (isDynamicEntry ? 'assets/[name]-[hash].js' : 'assets/[hash].js'),
        codeSplitting: {
          // What every page needs in one file: it changes seldom and compresses better together.
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next|@tanstack)\//,
            },
            // Small files of our own that every page needs, too: together they weigh less.
            {
              name: 'shell',
              test: /src\/(lib\/(?!photo-|folding)|i18n\/(?!locales\/)|api\/(boot|client|session|api-error|problem-text)\.|shared\/(like\/match|interests\/first-interests)\.|ui\/(avatar|badge|icon|link|logo|page-title|progress-bar)\/)/,
            },
            // Whatever else the shell needs; the entry itself keeps its own file, by which the manifest knows it.
            {
              name: 'shell',
              tags: ['$initial'],
              test: /^(?!.*(index\.html|src\/(main\.tsx|after-paint\.ts)))/,
              includeDependenciesRecursively: false,
            },
            // What nearly every route needs: dozens of files of a kilobyte would each wait for their turn.
            { name: 'common', minShareCount: 25, maxModuleSize: 20_000 },
          ],
        },
      },
    },
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'window',
          environment: './build/window-of-tests.ts',
          pool: 'vmThreads',
          setupFiles: ['src/testing/setup.ts'],
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: MODELS,
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
      // Models know no window and keep nothing, so that one process runs them all.
      { extends: true, test: { name: 'models', environment: 'node', isolate: false, include: MODELS } },
    ],
    // The machine is shared, so the worker count stays small.
    maxWorkers: 2,
    // A timed test proves nothing; this only ends what hangs.
    testTimeout: 60_000,
  },
});
