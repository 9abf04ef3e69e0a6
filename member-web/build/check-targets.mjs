// Reads the built files of an application (./dist of the working directory) and fails when they use what a target lacks:
// built-in methods, globals, syntax and CSS, by MDN's compatibility data. Code says names, not types, so a name counts
// as lacking only where no built-in with a member of this name brings it to every target.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ALLOWED } from './targets-allowed.mjs';
import { TARGETS } from './targets.ts';

const require = createRequire(join(process.cwd(), 'package.json'));
const { api, css, javascript } = require('@mdn/browser-compat-data');
const { parseAst } = await import(require.resolve('vite'));

const BROWSERS = {
  chrome: ['chrome', 'chrome_android'],
  firefox: ['firefox', 'firefox_android'],
  safari: ['safari', 'safari_ios'],
};
const targets = TARGETS.flatMap((target) => {
  const [, name, version] = /^([a-z]+)(\d+)$/.exec(target);
  return BROWSERS[name].map((browser) => [browser, Number(version)]);
});

const isIn = ({ version_added: added, flags }, version) =>
  !flags && typeof added === 'string' && Number.parseFloat(added.replace('≤', '')) <= version;

/** The targets that lack a feature; undefined where the data does not know it. */
function lacking(feature) {
  const support = feature?.__compat?.support;
  if (!support) return undefined;
  return targets
    .filter(([browser, version]) => support[browser] && ![support[browser]].flat().some((one) => isIn(one, version)))
    .map(([browser, version]) => `${browser} ${version}`);
}

const [members, statics, globals] = [new Map(), new Map(), new Map()];

/** Notes a member by its name; what every target has under any owner is never lacking. */
function noteMember(name, missing) {
  const before = members.get(name);
  members.set(name, before?.length === 0 ? before : missing);
}

function noteOwner(owner, features) {
  if (features.__compat) globals.set(owner, lacking(features));
  for (const [key, feature] of Object.entries(features)) {
    // What is tried out somewhere bears everyday names, and nobody uses it yet.
    if (key === '__compat' || !feature.__compat || feature.__compat.status?.experimental) continue;
    const missing = lacking(feature);
    if (key.endsWith('_static')) statics.set(`${owner}.${key.replace(/_static$/, '')}`, missing);
    else noteMember(key, missing);
    if (owner === 'Window') globals.set(key, missing);
  }
}
for (const [owner, features] of Object.entries(javascript.builtins)) noteOwner(owner, features);
for (const [owner, features] of Object.entries(javascript.builtins.Intl)) noteOwner(owner, features);
for (const [owner, features] of Object.entries(api)) noteOwner(owner, features);

const SYNTAX = {
  StaticBlock: javascript.classes.static.initialization_blocks,
  PropertyDefinition: javascript.classes.public_class_fields,
  ImportAttribute: javascript.statements.import.import_attributes,
  AwaitExpression: javascript.operators.await,
};
const EXPRESSIONS = [
  [/\(\?<[=!]/, javascript.regular_expressions.lookbehind_assertion, 'lookbehind'],
  [/\(\?[a-z-]+:/, javascript.regular_expressions.modifier, 'modifiers of an expression'],
];

function walk(node, visit, parent) {
  if (Array.isArray(node)) return node.forEach((one) => walk(one, visit, parent));
  if (typeof node?.type !== 'string') return;
  visit(node, parent);
  Object.values(node).forEach((value) => typeof value === 'object' && walk(value, visit, node));
}

/** The names that a script declares somewhere: its own, whatever the browser calls so. */
function declaredIn(tree) {
  const names = new Set();
  const add = (pattern) => walk(pattern, (node) => node.type === 'Identifier' && names.add(node.name));
  walk(tree, (node) => {
    if (/^(VariableDeclarator|Function|Class|ArrowFunction)/.test(node.type)) add(node.id);
    if (/^Import.*Specifier$/.test(node.type)) add(node.local);
    if (node.type === 'CatchClause') add(node.param);
    add(node.params);
  });
  return names;
}

/** What a script uses: [name, the targets that lack it]. */
function usedByScript(text) {
  const tree = parseAst(text);
  const own = declaredIn(tree);
  const used = [];
  walk(tree, (node, parent) => {
    if (SYNTAX[node.type]) used.push([node.type, lacking(SYNTAX[node.type])]);
    if (node.regex) {
      for (const [pattern, feature, name] of EXPRESSIONS)
        if (pattern.test(node.regex.pattern)) used.push([name, lacking(feature)]);
      if (node.regex.flags.includes('v')) used.push(['flag v', lacking(javascript.builtins.RegExp.unicodeSets)]);
    }
    if (node.type === 'MemberExpression' && !node.computed) {
      const { object, property } = node;
      const whole = `${object.name}.${property.name}`;
      const isCalled = parent.type === 'CallExpression' && parent.callee === node;
      // `thing.name?.()` asks first.
      if (statics.has(whole) && !own.has(object.name)) used.push([whole, statics.get(whole)]);
      else if (isCalled && !parent.optional) used.push([`.${property.name}()`, members.get(property.name)]);
    }
    const isName =
      node.type === 'Identifier' &&
      !own.has(node.name) &&
      parent.operator !== 'typeof' &&
      (parent.type === 'MemberExpression'
        ? parent.object === node
        : parent.type !== 'Property' || parent.value === node);
    if (isName) used.push([node.name, globals.get(node.name)]);
  });
  return used;
}

/** What a style sheet uses: [name, the targets that lack it]. */
function usedByStyle(text) {
  const { 'at-rules': rules, properties, selectors, types } = css;
  const plain = text.replace(/\/\*.*?\*\//gs, '').replace(/"[^"]*"|'[^']*'/g, '""');
  const used = [];
  for (const [, name] of plain.matchAll(/@([a-z-]+)/g)) used.push([`@${name}`, lacking(rules[name])]);
  for (const [, name, value] of plain.matchAll(/[{;]\s*([a-z][a-z-]*)\s*:\s*([^;{}]*)(?=[;}])/g)) {
    used.push([`${name}:`, lacking(properties[name])]);
    for (const word of value.split(/[\s,()]+/)) used.push([`${name}: ${word}`, lacking(properties[name]?.[word])]);
    for (const [, call] of value.matchAll(/([a-z][a-z-]*)\(/g))
      used.push([`${call}()`, lacking(types[call] ?? types.color?.[call])]);
    if (/\d[dsl]v[hwib]\b/.test(value)) used.push(['dvh', lacking(types.length.viewport_percentage_units_dynamic)]);
  }
  for (const [, name] of plain.matchAll(/:{1,2}([a-z][a-z-]*)(?=[^{};]*\{)/g))
    used.push([`:${name}`, lacking(selectors[name])]);
  return used;
}

const ofFile = (file, text) => (file.endsWith('.css') ? usedByStyle(text) : usedByScript(text));
const reasonOf = (name) => ALLOWED[name] ?? ALLOWED[name.replace(/:.*/, ':')];

// A check that finds nothing in what is known to lack says so before anybody trusts it.
for (const [file, text] of [
  ['a.js', '[1].toSorted()'],
  ['a.js', 'Object.groupBy([], String)'],
  ['a.css', 'a{interpolate-size:allow-keywords}'],
])
  if (!ofFile(file, text).some(([, missing]) => missing?.length)) throw new Error(`The check does not find ${text}.`);

const found = new Map();
const allowed = new Set();
for (const file of readdirSync('dist', { recursive: true })) {
  if (file.startsWith('.') || !/\.(js|css)$/.test(file)) continue;
  for (const [name, missing] of ofFile(file, readFileSync(join('dist', file), 'utf8'))) {
    if (!missing?.length) continue;
    if (reasonOf(name)) allowed.add(name);
    else found.set(name, { missing, files: (found.get(name)?.files ?? new Set()).add(file) });
  }
}
for (const [name, { missing, files }] of found)
  console.error(`${name} is not in ${missing.join(', ')}: ${[...files].slice(0, 3).join(', ')}`);
console.log(`${TARGETS.join(', ')} lack ${found.size} of what is used, and ${allowed.size} that does no harm.`);
if (found.size > 0) process.exitCode = 1;
if (process.argv.includes('--allowed')) console.log([...allowed].join('  '));
