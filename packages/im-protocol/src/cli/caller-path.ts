import { dirname, resolve } from 'node:path';

/**
 * The file of a flag, resolved from the caller's folder. npm runs a script in the package's folder and has the caller's
 * folder in INIT_CWD. A program without npm, or one that changed its folder since, resolves from its present folder.
 */
export function atCaller(file: string, env: NodeJS.ProcessEnv = process.env, here: string = process.cwd()): string {
  const isMovedByNpm = env.npm_package_json !== undefined && dirname(env.npm_package_json) === here;
  return resolve(isMovedByNpm ? (env.INIT_CWD ?? here) : here, file);
}
