import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { ariaLocales, here, SOURCES } from './build/common.ts';

// The same application as one script for the server's V8, which has neither a DOM nor modules nor a network.
export default defineConfig({
  base: '/',
  plugins: [react(), ariaLocales()],
  resolve: {
    alias: [
      SOURCES,
      // The half of React's writer that returns a string; the other half wants streams of the web.
      {
        find: 'react-dom/server',
        replacement: here('node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js'),
      },
    ],
  },
  ssr: { noExternal: true, target: 'webworker' },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: 'dist/.server',
    ssr: 'src/painter/main.tsx',
    assetsInlineLimit: 0,
    minify: true,
    target: 'es2023',
    rolldownOptions: {
      output: { format: 'iife', entryFileNames: 'painter.js', codeSplitting: false },
      // A script has no address; only what starts a worker asks for it, which nothing that is painted does.
      transform: { define: { 'import.meta.url': 'undefined' } },
    },
  },
});
