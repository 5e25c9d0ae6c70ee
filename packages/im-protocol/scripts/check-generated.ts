/** Regenerates the codec into a temporary folder and fails when it differs from what is committed. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const packageFolder = join(import.meta.dirname, '..');
const fresh = mkdtempSync(join(tmpdir(), 'im-protocol-'));

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

try {
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
  if (differing.length > 0) {
    console.error(`src/gen differs from the .proto files: ${differing.join(', ')}. Run: npm run generate`);
    process.exitCode = 1;
  }
} finally {
  rmSync(fresh, { recursive: true, force: true });
}
