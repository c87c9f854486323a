import encodeQR from 'qr';

/** Light cells around the code, required by scanners. */
const QUIET = 2;

/** A QR code as one SVG path; dark on white in both themes, as cameras expect. */
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
