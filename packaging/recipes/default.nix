# Nix: nix-build packaging/recipes/default.nix
{ pkgs ? import <nixpkgs> { } }:

pkgs.rustPlatform.buildRustPackage {
  pname = "libsolid";
  version = "0.1.0";
  src = pkgs.lib.cleanSource ../..;
  cargoLock.lockFile = ../../Cargo.lock;
  dontCargoBuild = true;
  doCheck = false; # ./check needs compilers of several kinds
  installPhase = ''
    patchShebangs packaging
    packaging/install --prefix "$out"
  '';
  meta = {
    description = "Collision detection with the interface of SOLID 2.0, with certified answers";
    license = with pkgs.lib.licenses; [ mit asl20 ];
  };
}
