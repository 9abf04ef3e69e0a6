import type { ComponentType, ReactNode } from 'react';
import styles from './film-scenes.module.css';

function Shot({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 800 450" preserveAspectRatio="xMidYMid slice" className={styles.shot} aria-hidden>
      {children}
    </svg>
  );
}

/** Somebody at a desk behind a window, seen from the street; the pen goes over the paper. */
const Lamp = () => (
  <Shot>
    <path className={styles.glow} d="M230 450V210a170 170 0 0 1 340 0v240z" />
    <path className={styles.room} d="M252 450V212a148 148 0 0 1 296 0v238z" />
    <circle className={styles.figure} cx="380" cy="230" r="36" />
    <path className={styles.figure} d="M316 372v-34a64 64 0 0 1 128 0v34z" />
    <path className={styles.lampshade} d="M466 236h60l-16-42h-28z" />
    <path className={styles.figure} d="M493 236h6v110h-6zM470 346h52v10h-52z" />
    <path className={styles.wood} d="M230 356h340v22H230z" />
    <path className={styles.sheet} d="M396 330h64l8 26h-84z" />
    <path className={styles.ink} d="M402 340h40m-42 8h50" />
    <path className={styles.bars} d="M400 64v150M252 214h296" />
  </Shot>
);

const STREET = (
  <>
    <path className={styles.wall} d="M60 450V220l90-90 90 90v230zM560 450V240a95 95 0 0 1 190 0v210z" />
    <path className={styles.wall} d="M250 450V300h130v150zM400 450V270l70-60 70 60v180z" opacity=".6" />
    <path className={styles.pavement} d="M0 410h800v40H0z" />
  </>
);

/** The letter goes from one house to the other. */
const Letter = () => (
  <Shot>
    <circle className={styles.moon} cx="400" cy="80" r="34" />
    {STREET}
    <path className={styles.window} d="M130 290v-44a20 20 0 0 1 40 0v44z" />
    <g className={styles.flight}>
      <path className={styles.sheet} d="M0 0h76v50H0z" />
      <path className={styles.ink} d="m2 4 36 26L74 4" />
    </g>
  </Shot>
);

/** In the other window somebody holds the letter into the light. */
const Reading = () => (
  <Shot>
    <path className={styles.glow} d="M250 450V190q0-60 60-60h180q60 0 60 60v260z" />
    <path className={styles.room} d="M272 450V196q0-44 44-44h168q44 0 44 44v254z" />
    <circle className={styles.figure} cx="420" cy="246" r="36" />
    <path className={styles.figure} d="M352 430v-66a66 66 0 0 1 132 0v66z" />
    <path className={styles.sheet} d="m340 300 62-12 10 62-62 12z" />
    <path className={styles.ink} d="m352 314 38-7m-36 18 40-8m-38 18 30-6" />
    <path className={styles.wood} d="M250 430h300v20H250z" />
    <path className={styles.lampshade} d="M300 152h40v34a20 20 0 0 1-40 0z" />
  </Shot>
);

/** The moon goes over the roofs; behind both windows there is light. */
const Answer = () => (
  <Shot>
    <circle className={`${styles.moon} ${styles.rising}`} cx="400" cy="90" r="40" />
    {STREET}
    <path className={styles.window} d="M130 290v-44a20 20 0 0 1 40 0v44zM634 320v-44a22 22 0 0 1 44 0v44z" />
  </Shot>
);

/** An open door, and two people in front of it. */
const Door = () => (
  <Shot>
    <path className={styles.wall} d="M180 450V240a220 220 0 0 1 440 0v210z" />
    <path className={styles.window} d="M250 280v-50a24 24 0 0 1 48 0v50zM502 280v-50a24 24 0 0 1 48 0v50z" />
    <path className={styles.window} d="M336 450V270a64 64 0 0 1 128 0v180z" />
    <path className={styles.bright} d="M354 450V276a46 46 0 0 1 92 0v174z" />
    <path className={styles.lightfall} d="M354 450h92l60 0H294z" />
    <g className={styles.guests}>
      <circle className={styles.figure} cx="380" cy="316" r="20" />
      <path className={styles.figure} d="M354 430v-56a26 26 0 0 1 52 0v56z" />
      <circle className={styles.figure} cx="432" cy="326" r="19" />
      <path className={styles.figure} d="M408 430v-50a24 24 0 0 1 48 0v50z" />
    </g>
    <path className={styles.pavement} d="M0 420h800v30H0z" />
  </Shot>
);

/** The film in the order of its scenes, each with the name of its caption. */
export const FILM = [
  ['lamp', Lamp],
  ['letter', Letter],
  ['window', Reading],
  ['answer', Answer],
  ['door', Door],
] as const satisfies [string, ComponentType][];
