//! TLS: the certificate of a server, and whom a client trusts.

use std::io;
use std::path::Path;
use std::sync::Arc;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ClientConfig, RootCertStore, ServerConfig};

fn invalid(error: impl ToString) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error.to_string())
}

fn certificates(file: &Path) -> io::Result<Vec<CertificateDer<'static>>> {
    CertificateDer::pem_file_iter(file).map_err(invalid)?.collect::<Result<_, _>>().map_err(invalid)
}

/// For a server with the certificates and the key in these files, both in PEM.
pub fn server_config(certificate: &Path, key: &Path) -> io::Result<Arc<ServerConfig>> {
    let key = PrivateKeyDer::from_pem_file(key).map_err(invalid)?;
    let config = ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(certificates(certificate)?, key)
        .map_err(invalid)?;
    Ok(Arc::new(config))
}

/// For a client that trusts the certificates in this file alone.
pub fn client_config(trusted: &Path) -> io::Result<Arc<ClientConfig>> {
    let mut roots = RootCertStore::empty();
    for certificate in certificates(trusted)? {
        roots.add(certificate).map_err(invalid)?;
    }
    if roots.is_empty() {
        return Err(invalid("no certificate"));
    }
    Ok(Arc::new(ClientConfig::builder().with_root_certificates(roots).with_no_client_auth()))
}
