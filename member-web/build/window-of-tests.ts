import type { Environment } from 'vitest/runtime';
import { builtinEnvironments } from 'vitest/runtime';

const { jsdom } = builtinEnvironments;

/** jsdom's window for each file of tests, with what browsers and Node have and jsdom lacks (streams, `Blob.stream`). */
export default {
  ...jsdom,
  name: 'window-of-tests',
  async setupVM(options) {
    if (!jsdom.setupVM) throw new Error('vitest no longer offers jsdom for its vmThreads');
    const vm = await jsdom.setupVM(options);
    const window = vm.getVmContext() as Record<string, unknown>;
    for (const name of Object.getOwnPropertyNames(globalThis)) {
      if (!(name in window)) window[name] = (globalThis as Record<string, unknown>)[name];
    }
    return vm;
  },
} satisfies Environment;
