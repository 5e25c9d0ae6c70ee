import { needSecurityTexts } from '../features/security/need-texts.ts';

/** The page of a member who has to set up a second factor, with its texts. */
export async function loadFactorPage() {
  const [{ FactorPage }] = await Promise.all([import('./factor-page.tsx'), needSecurityTexts()]);
  return FactorPage;
}
