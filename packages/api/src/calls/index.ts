/**
 * Every call of the backend by feature and name. The server must answer each of them; the client may make each of them.
 * A namespace and not an object, so that a screen loads the calls of those features only that it uses.
 */
export * as CALLS from './features.ts';
