import { useEffect, useState } from 'react';
import { sceneAfter } from '../model/scenes';

/** Scenes that change when a person wants it: step by step, or by themselves once they are told to play. */
export function useScenes(total: number, seconds: number) {
  const [scene, setScene] = useState(0);
  const [wantsToPlay, setPlaying] = useState(false);
  const isLast = scene === total - 1;
  const isPlaying = wantsToPlay && !isLast;
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => setScene((before) => sceneAfter(before, total)), seconds * 1000);
    return () => clearInterval(timer);
  }, [isPlaying, seconds, total]);
  return {
    scene,
    isPlaying,
    isLast,
    /** Goes to a scene; whoever goes by hand is not driven on. */
    go: (next: number) => {
      setPlaying(false);
      setScene(Math.min(Math.max(next, 0), total - 1));
    },
    /** Plays on, from the beginning where the end was reached. */
    play: () => {
      if (isLast) setScene(0);
      setPlaying(true);
    },
    pause: () => setPlaying(false),
  };
}
