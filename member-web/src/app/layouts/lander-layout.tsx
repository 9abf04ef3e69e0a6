import { Outlet } from 'react-router';
import { Footer } from './footer';
import { SimpleBar } from './simple-bar';

/** A landing page: a bar with the logo, the page, the footer. */
export function LanderLayout() {
  return (
    <>
      <SimpleBar />
      <Outlet />
      <Footer />
    </>
  );
}
