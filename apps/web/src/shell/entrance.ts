import { needAccountTexts } from '../features/account/need-texts.ts';
import { needRegistrationTexts } from '../features/registration/need-texts.ts';
import { needSecurityTexts } from '../features/security/need-texts.ts';

/** A page for people who are not logged in, with its texts. */
export async function loadEntrance(name: 'LoginPage' | 'WayInPage') {
  const [pages] = await Promise.all([
    import('./entrance-pages.tsx'),
    needAccountTexts(),
    needSecurityTexts(),
    name === 'WayInPage' && needRegistrationTexts(),
  ]);
  return pages[name];
}
