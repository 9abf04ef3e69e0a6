import { Outlet } from 'react-router';
import { EntryGate } from './entry-gate';
import { Footer } from './footer';
import { VisitorBar } from './top-navigation';

/** A landing page: a bar with the logo and the way to log in, the page, the footer with its disclaimer (spec 2.42). */
export function LanderLayout() {
  return (
    <>
      <VisitorBar />
      <Outlet />
      <Footer />
      <EntryGate layout="lander" />
    </>
  );
}
