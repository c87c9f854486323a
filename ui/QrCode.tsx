import encodeQR from 'qr';

/** Light cells around the code, as scanners need them. */
const QUIET = 2;

/** A code to scan: drawn as one path, dark on white in both themes, since cameras expect that. */
export function QrCode({ payload, label, className }: { readonly payload: string; readonly label: string; readonly className: string }) {
  const cells = encodeQR(payload, 'raw', { ecc: 'medium', border: QUIET });
  const side = cells.length;
  const path = cells.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${side} ${side}`} shapeRendering="crispEdges" className={className}>
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
