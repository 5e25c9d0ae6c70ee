/** What a fake backend answers. */
export interface Reply {
  readonly body: unknown;
  readonly cookies?: readonly string[];
}
export const success = (data: unknown): Reply => ({ body: { result: 'success', data } });
export const refused = (code: string | number, reason: string, detail: string | null = null): Reply => ({
  body: { result: 'fail', code, reason, detail },
});
