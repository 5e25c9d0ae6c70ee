import { lazy, type ReactNode, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';
import { isSignedIn } from './cookies.ts';
import { guard, HOME_PATH, LOGIN_PATH } from './guard.ts';
import { needTexts } from './i18n.ts';
import { MessageTipPage, NotFoundPage, OfflinePage } from './plain-pages.tsx';
import { CHAT_ROUTES } from './scopes.ts';

const LoginPage = lazy(async () => {
  const [page] = await Promise.all([import('../features/account/login-page.tsx'), needTexts('account')]);
  return { default: page.LoginPage };
});
const DeskWindow = lazy(async () => ({ default: (await loadDesk()).DeskWindow }));
const ChatPage = lazy(async () => ({ default: (await loadDesk()).ChatPage }));

/** The signed-in part, with its texts. */
export async function loadDesk() {
  const [parts] = await Promise.all([import('./desk-screen.tsx'), needTexts('chat')]);
  return parts;
}

/** Nothing is drawn of a place before the guard has let the person in. */
function Guarded({ children }: { readonly children: ReactNode }) {
  const { pathname, search } = useLocation();
  const decision = guard({ pathname, search }, isSignedIn());
  return decision.kind === 'allow' ? children : <Navigate to={decision.to} replace />;
}

export function AppRoutes() {
  return (
    <Guarded>
      <Suspense fallback={null}>
        <Routes>
          <Route path="/" element={<Navigate to={HOME_PATH} replace />} />
          <Route path={LOGIN_PATH} element={<LoginPage />} />
          <Route path="/offline" element={<OfflinePage />} />
          <Route path="/message_tip" element={<MessageTipPage />} />
          <Route element={<DeskWindow />}>
            {CHAT_ROUTES.map(({ scope, path }) => (
              <Route key={path} path={path} element={<ChatPage scope={scope} />} />
            ))}
          </Route>
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
    </Guarded>
  );
}
