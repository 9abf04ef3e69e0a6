import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

const SOURCE = fileURLToPath(new URL('../src/worker/sw.ts', import.meta.url));
const LATIN_FONT = /-latin-(?!ext)[^/]*\.woff2$/;

/**
 * Builds the service worker into one file of its own, /sw.js, once the application is built: it has to know the names
 * of the files that every page needs, and it may share no code with them.
 */
export function serviceWorker(target: string[]): Plugin {
  return {
    name: 'hearthside:service-worker',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const shell = shellOf(bundle);
      const version = createHash('sha256').update(shell.join()).digest('hex').slice(0, 8);
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        define: { SHELL: JSON.stringify(shell), VERSION: JSON.stringify(version) },
        build: {
          ...(dir && { outDir: dir }),
          emptyOutDir: false,
          target,
          rolldownOptions: { input: SOURCE, output: { format: 'iife', entryFileNames: 'sw.js' } },
        },
      });
    },
  };
}

/** The addresses of the scripts, styles and fonts that every page needs. */
function shellOf(bundle: Rolldown.OutputBundle): string[] {
  const found = new Set<string>();
  const visit = (name: string) => {
    const chunk = bundle[name];
    if (found.has(name) || chunk?.type !== 'chunk') return;
    found.add(name);
    chunk.imports.forEach(visit);
    chunk.viteMetadata?.importedCss.forEach((style) => found.add(style));
  };
  for (const [name, file] of Object.entries(bundle)) {
    if (file.type === 'chunk' && file.isEntry) visit(name);
    if (LATIN_FONT.test(name)) found.add(name);
  }
  return [...found].map((name) => `/${name}`).toSorted();
}
