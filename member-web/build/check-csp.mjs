// react-aria writes two constant style elements into the page. The server's content security policy allows them by
// their hashes; this fails when an upgrade changes one of them.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const LIBRARY = new URL('../node_modules/react-aria/dist/private/', import.meta.url);
const SERVER = new URL('../../app/pages/serving.py', import.meta.url);

/** The text of the style element that a module makes, with its constants in place. */
function styleOf(module) {
  const source = readFileSync(new URL(module, LIBRARY), 'utf8');
  const constant = (name) => new RegExp(`${name.replaceAll('$', '\\$')} = '(.+?)'`).exec(source)[1];
  const [, template] = /style\.textContent = `([^`]*)`/.exec(source);
  return template.replace(/\$\{(.+?)\}/g, (_, name) => constant(name)).trim();
}

const policy = readFileSync(SERVER, 'utf8');
for (const module of ['interactions/usePress.mjs', 'overlays/usePreventScroll.mjs']) {
  const hash = `'sha256-${createHash('sha256').update(styleOf(module)).digest('base64')}'`;
  if (!policy.includes(hash)) {
    console.error(`The style of ${module} has the hash ${hash}, which app/pages/serving.py does not allow.`);
    process.exitCode = 1;
  }
}
