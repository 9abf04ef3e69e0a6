import { useState } from 'react';
import { Admin, CustomRoutes, usePermissions, type I18nProvider } from 'react-admin';
import { Navigate, Route } from 'react-router-dom';
import { resources } from '@/generated/resources.gen';
import { resourceOf } from '@/kit/pages';
import { OpsLayout } from '@/layout/ops-layout';
import { NothingHere } from '@/layout/nothing-here';
import { SignInPage } from '@/layout/sign-in-page';
// Fetched at first: it is small, and apart from the rest it would make what everybody fetches pack worse.
import { AccountPage } from '@/pages/account/account-page';
import { PAGES } from '@/pages/registry';
import { authProvider } from '@/providers/auth-provider';
import { dataProvider } from '@/providers/data-provider';
import { newQueryClient } from '@/providers/query-client';
import { darkTheme, lightTheme } from '@/theme/theme';

export const App = ({ i18nProvider }: { i18nProvider: I18nProvider }) => {
  const [queryClient] = useState(newQueryClient);
  return (
    <Admin
      queryClient={queryClient}
      title="Hearthside ops"
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      theme={lightTheme}
      darkTheme={darkTheme}
      layout={OpsLayout}
      catchAll={NothingHere}
      loginPage={SignInPage}
      dashboard={ToFirst}
      requireAuth
      disableTelemetry
    >
      {resources.map(resourceOf)}
      <CustomRoutes>
        <Route path="/account" element={<AccountPage />} />
        {PAGES.map(({ name, Component }) => (
          <Route key={name} path={`/${name}/*`} element={<Component />} />
        ))}
      </CustomRoutes>
    </Admin>
  );
};

/** Whoever opens the console, or has signed in, begins at the first page that is theirs. */
function ToFirst() {
  const { permissions } = usePermissions<readonly string[]>();
  const first = PAGES.find(({ permission }) => permissions?.includes(permission));
  return first === undefined ? null : <Navigate to={`/${first.name}`} replace />;
}
