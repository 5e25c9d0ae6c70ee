/**
 * Generates the codec into a temporary folder and fails when it differs from the committed codec. Then fails when the
 * schema breaks data written with `schema.lock.binpb`, the schema at its last lock.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hotSource } from './hot-source.ts';

const packageFolder = join(import.meta.dirname, '..');
const fresh = mkdtempSync(join(tmpdir(), 'im-protocol-'));

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

const fail = (what: string): void => {
  console.error(what);
  process.exitCode = 1;
};

function checkDrift(): void {
  execFileSync('buf', ['generate', '-o', fresh], { cwd: packageFolder, stdio: 'inherit' });
  const committed = join(packageFolder, 'src/gen');
  const generated = join(fresh, 'src/gen');
  const differing = [...new Set([...filesBelow(committed), ...filesBelow(generated)])].filter((file) => {
    try {
      return readFileSync(join(committed, file), 'utf8') !== readFileSync(join(generated, file), 'utf8');
    } catch {
      return true; // only one side has it
    }
  });
  if (differing.length > 0)
    fail(`src/gen differs from the .proto files: ${differing.join(', ')}. Run: npm run generate`);
}

function checkHot(): void {
  const committed = readFileSync(join(packageFolder, 'src/hot/gen/messages_pb.ts'), 'utf8');
  if (committed !== hotSource()) fail('src/hot/gen differs from the schema. Run: npm run generate');
}

function checkBreaking(): void {
  try {
    execFileSync('buf', ['breaking', '--against', 'schema.lock.binpb'], { cwd: packageFolder, stdio: 'inherit' });
  } catch {
    fail('the schema breaks what is in use. If it must: npm run lock, and say why in SPEC.md');
  }
}

try {
  checkDrift();
  checkHot();
  checkBreaking();
} finally {
  rmSync(fresh, { recursive: true, force: true });
}
