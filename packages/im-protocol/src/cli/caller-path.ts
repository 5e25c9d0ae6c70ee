import { dirname, resolve } from 'node:path';

/**
 * A file of a flag, from the folder its writer stands in. npm runs a script in the package's folder and keeps the
 * caller's in INIT_CWD; a program that has since moved elsewhere means the folder it is in.
 */
export function atCaller(file: string, env: NodeJS.ProcessEnv = process.env, here: string = process.cwd()): string {
  const isMovedByNpm = env.npm_package_json !== undefined && dirname(env.npm_package_json) === here;
  return resolve(isMovedByNpm ? (env.INIT_CWD ?? here) : here, file);
}
