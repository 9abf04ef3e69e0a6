// `pnpm run check` of both applications: every step runs, whatever became of the others, and those that failed are named.
// Two lanes, as the machine has two cores: the tests beside what is short. `--built` says that `hearth build` has been here.
import { spawn } from 'node:child_process';

const BUILD = process.argv.includes('--built') ? [] : ['build'];
const LANES = [['test'], [...BUILD, 'budgets', 'types', 'lint', 'format:check']];

// A lane has one core: more threads of the linter and of the compiler would cost more processor and bring nothing.
const env = {
  ...process.env,
  GOMAXPROCS: '1',
  // Each file of tests is a process of its own, which loads the same packages.
  NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
};

const run = (step) =>
  new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(process.execPath, ['--run', step], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = [];
    child.stdout.on('data', (text) => said.push(text));
    child.stderr.on('data', (text) => said.push(text));
    child.on('close', (code) => {
      const seconds = Math.round((performance.now() - started) / 1000);
      console.log(`--- ${step}: ${code === 0 ? 'ok' : 'RED'} after ${seconds} s\n${Buffer.concat(said).toString()}`);
      resolve({ step, isRed: code !== 0 });
    });
  });

async function runLane(steps) {
  const results = [];
  for (const step of steps) results.push(await run(step));
  return results;
}

const red = (await Promise.all(LANES.map(runLane))).flat().filter(({ isRed }) => isRed);
if (red.length > 0) {
  console.error(`Red: ${red.map(({ step }) => step).join(', ')}.`);
  process.exitCode = 1;
}
