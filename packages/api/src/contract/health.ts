/** Plain routes beside the calls: `{"status":"ok"}` with 200 only when database, migrations and engine are up. */
export const HEALTH_PATH = '/api/health';
export const OPENAPI_PATH = '/api/openapi.json';
