import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
// One list of browsers for both applications, and one way to compress them.
// oxlint-disable-next-line no-restricted-imports
import { brotli } from '../member-web/build/brotli.ts';
// oxlint-disable-next-line no-restricted-imports
import { TARGETS } from '../member-web/build/targets.ts';

const backend = process.env.HEARTH_WEB ?? 'http://127.0.0.1:8080';
const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const imported = (pattern: RegExp) =>
  globSync(folder('./src/**/*.{ts,tsx}')).flatMap((file) => readFileSync(file, 'utf8').match(pattern) ?? []);
// What the tests would load as thousands of files, which takes a third of their time.
const BUNDLED = [
  ...new Set(imported(/(?<=from ')(@mui|@emotion|@tanstack|ra-|react)[^']*(?=')/g)),
  'react/jsx-dev-runtime',
  '@testing-library/react',
  '@testing-library/user-event',
];

export default defineConfig({
  base: '/ops/',
  plugins: [react(), brotli()],
  // Colours, sizes and fonts have one source, which the members' application keeps.
  resolve: { alias: { '@': folder('./src'), '@member-web': folder('../member-web/src/styles') } },
  server: {
    host: '127.0.0.1',
    proxy: { '/ops/api': { target: backend, changeOrigin: false } },
    fs: { allow: [folder('.'), folder('../member-web/src/styles')] },
  },
  build: {
    outDir: 'dist',
    manifest: true,
    // The content security policy forbids inlined data.
    assetsInlineLimit: 0,
    target: TARGETS,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1600,
  },
  test: {
    environment: '../member-web/build/window-of-tests.ts',
    pool: 'vmThreads',
    setupFiles: ['src/testing/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    // The theme reads its colours from here.
    css: { include: /tokens\.css/ },
    // A timed test proves nothing; this only ends what hangs.
    testTimeout: 60_000,
    maxWorkers: 2,
    deps: { optimizer: { client: { enabled: true, include: BUNDLED } } },
  },
});
