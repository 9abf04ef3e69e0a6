import { useState } from 'react';
import './blurred-photo.css';

/** A photo; one without a twin is veiled by the browser. */
export interface Picture {
  id: string;
  full: string;
  blurred?: string;
}

interface BlurredPhotoProps {
  photo: Omit<Picture, 'id'>;
  /** What it is called, and while it is blurred. */
  name: string;
  blurred: string;
}

/** A photo that is blurred until it is pressed. */
export function BlurredPhoto({ photo, name, blurred }: BlurredPhotoProps) {
  const [isSharp, setSharp] = useState(false);
  return (
    <button type="button" className="picture" aria-pressed={isSharp} onClick={() => setSharp((before) => !before)}>
      <img
        src={isSharp ? photo.full : (photo.blurred ?? photo.full)}
        alt={isSharp ? name : blurred}
        data-veiled={!isSharp && photo.blurred === undefined}
      />
    </button>
  );
}
